import { accountProcedures } from './accounts.ts'
import { domainMailRouter } from './domains.ts'

export const emailProcedures = { ...accountProcedures, domainMail: domainMailRouter }
