declare module 'subset-font' {
  const subsetFont: (
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype'
      variationAxes?: Record<string, number | { min: number; max: number }>
    },
  ) => Promise<Buffer>
  export = subsetFont
}
