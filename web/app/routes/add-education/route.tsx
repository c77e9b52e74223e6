export default function Todo() {
  return <p>add-education</p>;
}
