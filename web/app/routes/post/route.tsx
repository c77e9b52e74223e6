export default function Todo() {
  return <p>post</p>;
}
