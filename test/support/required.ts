/** The outside programs whose absence is a failure, as CI has it; elsewhere the tests that need them are skipped. */
export const required = (Bun.env.REQUIRE_DRIVERS ?? '').split(',')
