export function FormFields({ body }: { readonly body: string }) {
  return (
    <table class="fields">
      <tbody>
        {[...new URLSearchParams(body)].map(([name, value]) => (
          <tr>
            <th scope="row">{name}</th>
            <td>{value === '' ? <span class="quiet-text">empty</span> : value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
