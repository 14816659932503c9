import { type CompanyOverrides, parseCompany } from '#shared/company.ts'

/**
 * Reads the company facts and texts that the JSON file at `path` replaces; nothing without a path.
 * @throws Error with one line when the file cannot be used
 */
export async function readCompany(path: string | undefined): Promise<CompanyOverrides> {
  if (!path) return {}
  try {
    return parseCompany(await Bun.file(path).json())
  } catch (error) {
    throw new Error(`COMPANY_FILE ${path}: ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
}
