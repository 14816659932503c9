import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorOfCall, errorOfResponse } from '#web/lib/calls/api-error.ts'
import { watchedFetch } from '#web/lib/calls/watched-fetch.ts'
import { contentUrl } from '../file/use-download.ts'
import { readText } from './text-format.ts'

/** A stored text and its version; `stored` is null when the bytes are not text. */
export type StoredText = { stored: string | null; version: string }

/** An ETag as the calls take it: without quotes, and without the suffix of a proxy that compressed the answer. */
const versionIn = (etag: string | null): string => etag?.replace(/^W\//, '').replaceAll('"', '') ?? ''

async function fetchText(id: string, signal: AbortSignal): Promise<StoredText> {
  try {
    const answer = await watchedFetch(contentUrl(id, 'attachment'), { signal })
    if (!answer.ok) throw await errorOfResponse(answer)
    return { stored: readText(await answer.arrayBuffer()), version: versionIn(answer.headers.get('etag')) }
  } catch (error) {
    throw errorOfCall(error)
  }
}

/** The text of a file, read once; `write` stores later saves. */
export function useFileText(id: string) {
  const queryClient = useQueryClient()
  const queryKey = ['file-text', id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchText(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return { query, write: (text: StoredText) => queryClient.setQueryData(queryKey, text) }
}
