import { PageHeader } from '#web/ui/page-header.tsx'
import { texts } from './server-texts.ts'

/** Shown for a missing service and for another customer's, without distinguishing them. */
export function ServerMissingPage() {
  return (
    <PageHeader
      title={texts.missing}
      subtitle={texts.missingText}
      back={{ to: '/dashboard', label: texts.back }}
    />
  )
}
