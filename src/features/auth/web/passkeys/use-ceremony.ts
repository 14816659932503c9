import { useState } from 'react'
import { ApiError, failureSentence } from '#web/lib/calls/api-error.ts'
import { loadPart, PartNotLoaded } from '#web/lib/navigation/load-part.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

type Ceremonies = typeof import('./ceremony.ts')

const load = () => import('./ceremony.ts')

function sentenceOf(error: unknown): string {
  if (error instanceof PartNotLoaded) return 'The connection to the server was lost. Please try again.'
  if (error instanceof ApiError) return failureSentence(error)
  return error instanceof Error ? error.message : failureSentence(error)
}

/** Runs one passkey ceremony at a time, in a lazily loaded module; shows why it failed, unless the user closed the prompt. */
export function useCeremony<Result>(
  title: string,
  choose: (ceremonies: Ceremonies) => () => Promise<Result>,
  onDone: (result: Result) => void,
) {
  const [isBusy, setBusy] = useState(false)
  const begin = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      onDone(await choose(await loadPart(load))())
    } catch (error) {
      const description = sentenceOf(error)
      if (description) showToast({ title, description, variant: 'destructive' })
    }
    setBusy(false)
  }
  return { begin, isBusy }
}
