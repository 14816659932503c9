import { createContext, useContext } from 'react'
import type { WebFeature } from './feature.ts'

const FeaturesContext = createContext<readonly WebFeature[]>([])

export const FeaturesProvider = FeaturesContext.Provider

/** What the application is composed of. */
export const useFeatures = (): readonly WebFeature[] => useContext(FeaturesContext)
