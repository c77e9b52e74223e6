export default function Todo() {
  return <p>edit-profile</p>;
}
