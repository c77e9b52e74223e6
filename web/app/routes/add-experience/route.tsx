export default function Todo() {
  return <p>add-experience</p>;
}
