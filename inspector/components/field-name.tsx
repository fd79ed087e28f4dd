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
