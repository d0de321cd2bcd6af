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
  sizeAdjust: '96.44%',
  ascentOverride: '95.81%',
  descentOverride: '29.76%',
  lineGapOverride: '0%',
})

globalFontFace('Damson Serif Fallback Noto', {
  src: local(['Noto Serif', 'NotoSerif-Regular']),
  fontWeight: '400 700',
  sizeAdjust: '80.92%',
  ascentOverride: '114.18%',
  descentOverride: '35.47%',
  lineGapOverride: '0%',
})

globalFontFace('Damson Sans Fallback', [
  {
    src: local(arialFamily),
    fontWeight: '400',
    sizeAdjust: '101.3%',
    ascentOverride: '93.79%',
    descentOverride: '24.68%',
    lineGapOverride: '0%',
  },
  {
    src: local(arialFamily),
    fontWeight: '500',
    sizeAdjust: '102.21%',
    ascentOverride: '92.95%',
    descentOverride: '24.46%',
    lineGapOverride: '0%',
  },
  {
    src: local(arialBoldFamily),
    fontWeight: '600 700',
    sizeAdjust: '95.54%',
    ascentOverride: '99.44%',
    descentOverride: '26.17%',
    lineGapOverride: '0%',
  },
])

globalFontFace('Damson Sans Fallback Roboto', [
  {
    src: local(['Roboto', 'Roboto-Regular']),
    fontWeight: '400',
    sizeAdjust: '100.92%',
    ascentOverride: '94.13%',
    descentOverride: '24.77%',
    lineGapOverride: '0%',
  },
  {
    src: local(['Roboto', 'Roboto-Regular']),
    fontWeight: '500',
    sizeAdjust: '101.83%',
    ascentOverride: '93.29%',
    descentOverride: '24.55%',
    lineGapOverride: '0%',
  },
  {
    src: local(['Roboto Bold', 'Roboto-Bold']),
    fontWeight: '600 700',
    sizeAdjust: '101.5%',
    ascentOverride: '93.6%',
    descentOverride: '24.63%',
    lineGapOverride: '0%',
  },
])
