import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** A plain form that was posted without a script and refused: its message, and its fields except the password. */
export type RefusedForm = {
  message: string
  /** Error messages by field. */
  fields?: Record<string, string>
  values: Partial<Record<string, string>>
  /** For the sign-in page: the form, the return path, and the chosen plan. */
  mode?: 'login' | 'signup'
  next?: string | undefined
  plan?: string | undefined
}

const refusedKey = ['refused-form'] as const

/** Puts the refusal into a page before it is rendered. */
export const writeRefusedForm = (cache: QueryClient, form: RefusedForm): void => {
  cache.setQueryData(refusedKey, form)
}

/** The refusal that this page was rendered with, until it is dismissed or the page is left. */
export function useRefusedForm(): [refused: RefusedForm | undefined, dismiss: () => void] {
  const cache = useQueryClient()
  const [refused, setRefused] = useState(() => cache.getQueryData<RefusedForm>(refusedKey))
  useEffect(() => () => cache.removeQueries({ queryKey: refusedKey }), [cache])
  return [refused, () => setRefused(undefined)]
}
