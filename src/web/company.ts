import { useMemo } from 'react'
import { type Company, mergeCompany } from '#shared/company.ts'
import { useSite } from './site.tsx'

/** The operator's content, the same on the server and in the browser; only the overrides are embedded in the page. */
export function useCompany(): Company {
  const { company } = useSite()
  return useMemo(() => mergeCompany(company), [company])
}
