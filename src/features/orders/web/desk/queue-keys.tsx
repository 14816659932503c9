const keys = [
  ['j', 'next order'],
  ['k', 'previous order'],
  ['Enter', 'open'],
  ['a', 'approve'],
  ['r', 'reject'],
  ['x', 'select'],
  ['/', 'search'],
  ['Esc', 'close the order'],
  ['?', 'all keys'],
] as const

/** The keyboard shortcuts of the queue, always in sight; hidden on devices without a keyboard. */
export function QueueKeys() {
  return (
    <ul className="desk-keys" aria-label="Keys">
      {keys.map(([key, meaning]) => (
        <li key={key}>
          <kbd>{key}</kbd> {meaning}
        </li>
      ))}
    </ul>
  )
}
