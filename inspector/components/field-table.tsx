import type { Child } from 'hono/jsx/dom'

interface FieldTableProps {
  readonly fields: readonly (readonly [name: string, value: Child])[]
  readonly class?: string
}

/** Names with their values, one below the other. A name may be there several times. */
export function FieldTable({ fields, class: style = '' }: FieldTableProps) {
  return (
    <table class={`fields ${style}`}>
      <tbody>
        {fields.map(([name, value], index) => (
          <tr key={index}>
            <th scope="row" aria-label={name}>
              <FieldName name={name} />
            </th>
            <td>{value === '' ? <span class="quiet-text">empty</span> : value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The name of a field, which breaks only between its words, where the style lets it break. */
export function FieldName({ name }: { readonly name: string }) {
  return (
    <>
      {name.split(/(?<=[_.])/).map((word, index) => (
        <span key={index}>{word}</span>
      ))}
    </>
  )
}
