export default function Todo() {
  return <p>create-profile</p>;
}
