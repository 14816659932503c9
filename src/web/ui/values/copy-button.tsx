import { useEffect, useState } from 'react'
import { CheckIcon, CopyIcon } from '../icons.tsx'
import { showToast } from '../overlays/toast.ts'

const tickMs = 2_000

function copyThroughSelection(text: string): boolean {
  const area = Object.assign(document.createElement('textarea'), { value: text })
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  return copied
}

// The browser's clipboard needs a secure context, and a portal on a local network has none.
async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copyThroughSelection(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

type CopyButtonProps = {
  value: string
  /** Names the value: "Copy database name". */
  label: string
  toast?: { title: string; description?: string }
}

/** Copies a value and confirms with a tick and the screen's toast. */
export function CopyButton({ value, label, toast = { title: 'Copied to clipboard' } }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), tickMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const worked = await copyText(value)
    setCopied(worked)
    showToast(worked ? toast : { title: 'Could not copy', description: value, variant: 'destructive' })
  }
  return (
    <button
      type="button"
      className="icon-button"
      data-size="small"
      aria-label={label}
      data-tooltip={label}
      onClick={copy}
    >
      {copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
    </button>
  )
}
