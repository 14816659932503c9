const keys = [
  ['j', 'next order'],
  ['k', 'previous order'],
  ['Enter', 'open'],
  ['a', 'approve'],
  ['r', 'reject'],
  ['/', 'search'],
  ['Esc', 'close the order'],
  ['?', 'these keys'],
] as const

const keysId = 'desk-keys'

/** Brings the keys into sight and has them read out. */
export const showDeskKeys = (): void => document.getElementById(keysId)?.focus()

/** The keys of the desk, always in sight; hidden where there is no keyboard. */
export function DeskKeys() {
  return (
    <ul className="desk-keys" aria-label="Keys" id={keysId} tabIndex={-1}>
      {keys.map(([key, meaning]) => (
        <li key={key}>
          <kbd>{key}</kbd> {meaning}
        </li>
      ))}
    </ul>
  )
}
