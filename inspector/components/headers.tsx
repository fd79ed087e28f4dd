import { formatCount } from '../../src/kernel/support/words.ts'

/** Headers, folded under a title such as `2 headers sent`. */
export function Headers({
  headers,
  title = '',
}: {
  readonly headers: Readonly<Record<string, string>>
  readonly title?: string
}) {
  const names = Object.keys(headers)
  if (names.length === 0) return null
  return (
    <details class="headers">
      <summary>
        {formatCount(names.length, 'header')} {title}
      </summary>
      <table class="fields">
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{headers[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
