/** Whether an answer has the status that is asked for: `404`, `4xx`, or `none` for no answer. Nothing for what asks for none of these. */
export function statusTest(wanted: string | number): ((status: number | null) => boolean) | undefined {
  const text = String(wanted).toLowerCase()
  if (text === 'none') return (status) => status === null
  if (/^[1-5]\d\d$/.test(text)) return (status) => status === Number(text)
  if (/^[1-5]xx$/.test(text)) return (status) => status !== null && String(status).startsWith(text.charAt(0))
  return undefined
}
