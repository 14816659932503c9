import { accountProcedures } from './router/accounts.ts'
import { domainMailRouter } from './router/domains.ts'

export const emailProcedures = { ...accountProcedures, domainMail: domainMailRouter }
