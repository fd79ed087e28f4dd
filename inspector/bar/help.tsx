import { Dialog } from '../components/dialog.tsx'
import { PAGES } from '../pages.ts'

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['/', 'Filter the list'],
  ['j k', 'Next and previous entry; the arrow keys do the same'],
  ['Enter', 'Go to the details'],
  ['+ - 0', 'Zoom in, zoom out and show everything, in the timeline'],
  ['Esc', 'Leave a field, or close the details'],
  ['?', 'Show this help'],
  ...Object.values(PAGES).map(({ title, key }) => [`g ${key}`, title] as const),
]

/** The list of keys and their effects. */
export function Help({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
