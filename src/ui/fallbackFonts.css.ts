// The readers' own fonts, scaled to the metrics of the shop's (numbers printed by tools/fonts.mjs), so that the
// swap moves nothing. Separate families, not one list of local() sources, because each needs its own scale.
import { globalFontFace } from '@vanilla-extract/css'

const timesFamily = ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif', 'Tinos']
const arialFamily = ['Arial', 'ArialMT', 'Liberation Sans', 'Arimo', 'Helvetica']
const arialBoldFamily = ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Arimo Bold', 'Helvetica-Bold']
const local = (names: string[]) => names.map((name) => `local('${name}')`).join(', ')

globalFontFace('Damson Serif Fallback', {
  src: local(timesFamily),
  fontWeight: '400 700',
  sizeAdjust: '97.16%',
  ascentOverride: '95.1%',
  descentOverride: '29.54%',
  lineGapOverride: '0%',
})

globalFontFace('Damson Serif Fallback Noto', {
  src: local(['Noto Serif', 'NotoSerif-Regular']),
  fontWeight: '400 700',
  sizeAdjust: '81.94%',
  ascentOverride: '112.77%',
  descentOverride: '35.03%',
  lineGapOverride: '0%',
})

globalFontFace('Damson Sans Fallback', [
  {
    src: local(arialFamily),
    fontWeight: '400',
    sizeAdjust: '100.34%',
    ascentOverride: '94.68%',
    descentOverride: '24.92%',
    lineGapOverride: '0%',
  },
  {
    src: local(arialFamily),
    fontWeight: '500',
    sizeAdjust: '101.16%',
    ascentOverride: '93.91%',
    descentOverride: '24.71%',
    lineGapOverride: '0%',
  },
  {
    src: local(arialBoldFamily),
    fontWeight: '600 700',
    sizeAdjust: '94.61%',
    ascentOverride: '100.41%',
    descentOverride: '26.42%',
    lineGapOverride: '0%',
  },
])

globalFontFace('Damson Sans Fallback Roboto', [
  {
    src: local(['Roboto', 'Roboto-Regular']),
    fontWeight: '400',
    sizeAdjust: '100.67%',
    ascentOverride: '94.36%',
    descentOverride: '24.83%',
    lineGapOverride: '0%',
  },
  {
    src: local(['Roboto', 'Roboto-Regular']),
    fontWeight: '500',
    sizeAdjust: '101.49%',
    ascentOverride: '93.6%',
    descentOverride: '24.63%',
    lineGapOverride: '0%',
  },
  {
    src: local(['Roboto Bold', 'Roboto-Bold']),
    fontWeight: '600 700',
    sizeAdjust: '100.83%',
    ascentOverride: '94.22%',
    descentOverride: '24.79%',
    lineGapOverride: '0%',
  },
])
