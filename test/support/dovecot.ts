import { dovecot } from '../../scripts/testing/tools.ts'
import { required } from './required.ts'

/** Whether tests that need Dovecot can run; they must where REQUIRE_DRIVERS names it. */
export const hasDovecot = dovecot.find() !== null || required.includes('dovecot')
if (!hasDovecot) console.log('tests with Dovecot are skipped: apt-get install dovecot-imapd')
