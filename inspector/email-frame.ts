/**
 * The frame of an email, without an origin: it receives the HTML from the inspector and shows it. The policy of the document keeps
 * scripts and remote files of the email from loading.
 */
function showEmail({ data, source }: MessageEvent<unknown>): void {
  if (source !== parent || typeof data !== 'string') return
  const email = new DOMParser().parseFromString(data, 'text/html')
  // Nothing of it may change the frame itself.
  for (const each of email.querySelectorAll('meta, base, link, script')) each.remove()
  const styles = [...email.head.querySelectorAll('style')]
  document.body.replaceChildren(...styles, ...email.body.childNodes)
  parent.postMessage({ height: document.documentElement.scrollHeight }, '*')
}

// There is no body before. Whatever has been sent until then is sent again.
addEventListener('DOMContentLoaded', () => {
  addEventListener('message', showEmail)
  parent.postMessage('ready', '*')
})
