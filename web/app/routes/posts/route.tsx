export default function Todo() {
  return <p>posts</p>;
}
