import { PageHeader } from '#web/ui/page-header.tsx'
import { texts } from '../contract/texts.ts'

export const SslPage = () => <PageHeader title="SSL Certificates" subtitle={texts.sslSoon} />
