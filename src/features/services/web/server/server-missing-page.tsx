import { PageHeader } from '#web/ui/page-header.tsx'
import { texts } from './server-texts.ts'

/** In place of a service that is not there, or is somebody else's: nothing tells which. */
export function ServerMissingPage() {
  return (
    <PageHeader
      title={texts.missing}
      subtitle={texts.missingText}
      back={{ to: '/dashboard', label: texts.back }}
    />
  )
}
