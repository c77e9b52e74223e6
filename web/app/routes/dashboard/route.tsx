export default function Todo() {
  return <p>dashboard</p>;
}
