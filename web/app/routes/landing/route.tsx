export default function Landing() {
  return <h1>Developer Connector</h1>;
}
