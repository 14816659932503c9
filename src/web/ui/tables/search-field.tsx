import { useEffect, useEffectEvent, useState } from 'react'

type SearchFieldProps = {
  label: string
  /** The URL's value. */
  q: string
  /** Called with the trimmed text once typing pauses. */
  onSearch: (q: string) => void
  maxLength?: number
}

const settleMs = 250

/** A search field bound to the URL: it follows Back without overwriting current typing. */
export function SearchField({ label, q, onSearch, maxLength }: SearchFieldProps) {
  const [text, setText] = useState(q)
  const [asked, setAsked] = useState(q)
  const [seen, setSeen] = useState(q)
  if (q !== seen) {
    setSeen(q)
    // Not typed here, so from Back or a link: follow the URL.
    if (q !== asked) {
      setAsked(q)
      setText(q)
    }
  }
  const search = useEffectEvent(onSearch)
  useEffect(() => {
    if (text.trim() === asked) return
    const timer = setTimeout(() => {
      setAsked(text.trim())
      search(text.trim())
    }, settleMs)
    return () => clearTimeout(timer)
  }, [text, asked])
  return (
    <input
      type="search"
      className="control search-field"
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}
