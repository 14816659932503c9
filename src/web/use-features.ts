import { createContext, useContext } from 'react'
import type { WebFeature } from './feature.ts'

const FeaturesContext = createContext<readonly WebFeature[]>([])

export const FeaturesProvider = FeaturesContext.Provider

/** The features of this application. */
export const useFeatures = (): readonly WebFeature[] => useContext(FeaturesContext)
