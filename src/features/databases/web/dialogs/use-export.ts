import { useMutation } from '@tanstack/react-query'
import { callAddress } from '#web/lib/calls/acting.ts'
import { errorOfResponse } from '#web/lib/calls/api-error.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { Database } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'

/** Downloads a dump, optionally gzipped; a refusal becomes a toast, not a page. */
export const useExport = ({ id, dbName }: Pick<Database, 'id' | 'dbName'>) =>
  useMutation({
    mutationFn: async (isPacked: boolean) => {
      const path = callAddress(`/api/databases/${id}/export${isPacked ? '?gzip=true' : ''}`)
      const asked = await fetch(path, { method: 'HEAD' })
      // The message of a refusal is in the body, which HEAD does not have.
      if (!asked.ok) throw await errorOfResponse(await fetch(path))
      const link = document.createElement('a')
      link.href = path
      link.download = ''
      link.click()
    },
    meta: { failure: texts.exportFailed },
    onSuccess: () =>
      showToast({ title: texts.exported, description: `Your browser is saving a dump of ${dbName}.` }),
  })
