export default function Todo() {
  return <p>profile</p>;
}
