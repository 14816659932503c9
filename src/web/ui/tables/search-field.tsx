import { useEffect, useEffectEvent, useState } from 'react'

type SearchFieldProps = {
  label: string
  /** What the address says. */
  q: string
  /** Hears what was typed once it rests, trimmed. */
  onSearch: (q: string) => void
  maxLength?: number
}

const settleMs = 250

/** A field whose text lives in the address: it follows whoever goes back, and does not fight whoever types. */
export function SearchField({ label, q, onSearch, maxLength }: SearchFieldProps) {
  const [text, setText] = useState(q)
  const [asked, setAsked] = useState(q)
  const [seen, setSeen] = useState(q)
  if (q !== seen) {
    setSeen(q)
    // Not what was typed here: somebody went back or followed a link, so the field follows the address.
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
