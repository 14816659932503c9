/** The external programs that must be installed, as in CI; on other machines the tests that need them are skipped. */
export const required = (Bun.env.REQUIRE_DRIVERS ?? '').split(',')
