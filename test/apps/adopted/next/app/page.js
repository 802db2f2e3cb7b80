export default function Page() {
  return <h1>Acme shop</h1>
}
