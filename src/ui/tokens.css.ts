// The only raw colours and sizes of the shop, named after their purpose. Colours are custom properties, because they
// change at night; the rest are plain values, which keeps the styles inlined in every page small.
import { assignVars, createGlobalTheme, globalStyle } from '@vanilla-extract/css'

const plum = {
  50: '#FBF6F9',
  100: '#F5EAF1',
  200: '#E9D2E1',
  300: '#D4A9C5',
  400: '#BA7CA6',
  500: '#9D5086',
  600: '#83386D',
  700: '#6B2858',
  800: '#541F45',
  900: '#3D1632',
}

/** What does not change at night, because it lies on a photograph's light background or on the deep plum. */
const constantColor = {
  photo: '#F5F1EE',
  photoRaised: '#FFFFFF',
  onPhoto: '#221A1F',
  onPhotoQuiet: '#554A50',
  onPhotoBrand: plum[700],
  onDeep: '#FFFFFF',
  onDeepQuiet: plum[300],
  onDeepAccent: '#E3C67E',
  star: '#B8892B',
}

const dayColor = {
  ...constantColor,
  text: '#221A1F',
  textQuiet: '#554A50',
  textHint: '#6F6369',
  surface: '#FFFCF8',
  surfaceBand: '#F4EEE6',
  surfaceRaised: '#FFFFFF',
  /** Text, icons, selected borders and the fill of the primary button; `onBrand` is what is written on that fill. */
  brand: plum[700],
  brandHover: plum[800],
  brandActive: plum[900],
  brandSoft: plum[100],
  brandFaint: plum[50],
  brandLine: plum[400],
  brandIcon: plum[500],
  onBrand: '#FFFFFF',
  linkHover: plum[600],
  deep: plum[900],
  deepHover: plum[800],
  accent: '#7A5A12',
  accentRule: '#B8892B',
  line: '#E2D9D0',
  lineStrong: '#8C8078',
  /** Of an icon that cannot be pressed: as pale where more contrast is asked for, or nothing would tell it from others. */
  unavailable: '#8C8078',
  focus: plum[600],
  scrim: 'rgb(34 20 29 / 0.46)',
  positive: '#1E6B3A',
  positiveSoft: '#E6F4EA',
  info: '#1F5FA8',
  infoSoft: '#E8F1FB',
  warning: '#8A5300',
  warningSoft: '#FFF3DC',
  critical: '#B3261E',
  criticalHover: '#8F1D17',
  criticalSoft: '#FDECEA',
  onCritical: '#FFFFFF',
  neutral: '#554A50',
  neutralSoft: '#EFECEE',
  skeleton: '#EFE8E2',
  skeletonGlint: '#F9F5F1',
}

const nightColor: typeof dayColor = {
  ...constantColor,
  star: '#E3C67E',
  text: '#F3ECF1',
  textQuiet: '#C7BAC4',
  textHint: '#AB9DA8',
  surface: '#17121A',
  surfaceBand: '#1D1620',
  surfaceRaised: '#221A25',
  brand: plum[300],
  brandHover: plum[200],
  brandActive: plum[100],
  brandSoft: '#3A2434',
  brandFaint: '#291B28',
  brandLine: plum[500],
  brandIcon: plum[400],
  onBrand: '#2A0F22',
  linkHover: plum[200],
  deep: '#2B1024',
  deepHover: plum[900],
  accent: '#E3C67E',
  accentRule: '#B8892B',
  line: '#392E3D',
  lineStrong: '#857788',
  unavailable: '#857788',
  focus: plum[300],
  scrim: 'rgb(6 3 6 / 0.66)',
  positive: '#8FD3A6',
  positiveSoft: '#15301F',
  info: '#9CC5F2',
  infoSoft: '#16283D',
  warning: '#F0C272',
  warningSoft: '#38290F',
  critical: '#F5A8A1',
  criticalHover: '#FBC9C4',
  criticalSoft: '#40191A',
  onCritical: '#3A0B08',
  neutral: '#C7BAC4',
  neutralSoft: '#2F2632',
  skeleton: '#261D29',
  skeletonGlint: '#2F2533',
}

/** `vars.color.*`, `vars.shadow.*` and `vars.radius.picture` follow the reader's day or night. */
export const vars = createGlobalTheme(':root', {
  color: dayColor,
  shadow: {
    floating: '0 1px 2px rgb(61 22 50 / 0.06), 0 12px 32px -8px rgb(61 22 50 / 0.18)',
    modal: '0 2px 6px rgb(61 22 50 / 0.08), 0 32px 80px -16px rgb(61 22 50 / 0.36)',
  },
  radius: { picture: '0px' },
})

const night = '(prefers-color-scheme: dark)'

globalStyle(':root', {
  colorScheme: 'light dark',
  '@media': {
    // Paper is white: the night is for screens.
    [`screen and ${night}`]: {
      vars: assignVars(vars, {
        color: nightColor,
        shadow: {
          floating: '0 0 0 1px rgb(255 255 255 / 0.06), 0 16px 40px -8px rgb(0 0 0 / 0.7)',
          modal: '0 0 0 1px rgb(255 255 255 / 0.07), 0 32px 80px -8px rgb(0 0 0 / 0.8)',
        },
        // Pictures keep their light background at night; rounding frames it.
        radius: { picture: '8px' },
      }),
    },
  },
})

const { color } = vars
globalStyle(':root', {
  '@media': {
    'screen and (prefers-contrast: more)': {
      vars: {
        [color.textQuiet]: color.text,
        [color.textHint]: color.text,
        [color.onPhotoQuiet]: color.onPhoto,
        [color.onDeepQuiet]: color.onDeep,
        [color.line]: color.neutral,
        [color.lineStrong]: color.text,
        [color.brandLine]: color.brand,
      },
    },
  },
})

export const space = {
  none: '0',
  hair: '2px',
  xs: '4px',
  s: '8px',
  m: '12px',
  l: '16px',
  xl: '24px',
  xxl: '32px',
  x3: '48px',
  x4: '64px',
  x5: '96px',
  x6: '120px',
}

export const radius = { s: '2px', m: '4px', l: '6px', round: '999px' }

export const font = {
  serif:
    "'Damson Serif', 'Damson Serif Fallback', 'Damson Serif Fallback Noto', Georgia, 'Times New Roman', serif",
  sans: "'Damson Sans', 'Damson Sans Fallback', 'Damson Sans Fallback Roboto', system-ui, sans-serif",
}

/** In rem, so that a reader's own text size is honoured. */
export const fontSize = {
  eyebrow: '0.75rem',
  small: '0.875rem',
  body: '1rem',
  lead: '1.125rem',
  large: '1.25rem',
  title: '1.5rem',
  heading: '2rem',
  display: '2.5rem',
  hero: '3.5rem',
}

/** Cards on a phone: two columns, or one where letters are so large that a price would not fit. */
export const cardColumns = 'repeat(auto-fill, minmax(max(5rem, 40%), 1fr))'

export const fontWeight = { regular: 400, medium: 500, semibold: 600 }

/** Of all that stands above a page, from `media.from768` on and at the usual size of letters. */
export const aboveThePage = '176px'

export const zIndex = { sticky: 10, header: 20, dropdown: 30, overlay: 40, modal: 50, toast: 60 }

export const motion = {
  fast: '150ms cubic-bezier(0.2, 0, 0, 1)',
  normal: '200ms cubic-bezier(0.2, 0, 0, 1)',
  slow: '250ms cubic-bezier(0.2, 0, 0, 1)',
}

export const size = {
  touch: '44px',
  content: '1280px',
  /**
   * The length of a good line. Not in `ch`, whose width differs between fonts: everything would move when the shop's
   * own arrives.
   */
  text: '43.6em',
  icon: '24px',
}

/** The space that the installed shop's bar takes at the window's foot. */
export const bar = 'var(--bar, 0px)'

/** The space that this bar and a line above it take: everything else fixed there is above them. */
export const foot = `(var(--foot, 0px) + ${bar})`

/**
 * The space that the buy bar takes above that on a phone, more than usual if large letters make it taller; other
 * notices keep it free.
 */
export const buyBarRoom = 'max(76px + env(safe-area-inset-bottom, 0px), var(--buy-bar-height, 0px))'

/** The space at the window's foot, above `foot`, that is rounded off or under what is fixed there just now. */
export const underNotices = 'max(env(safe-area-inset-bottom, 0px), var(--buy-bar, 0px), var(--offer, 0px))'

/** In forced colours a line marks what is chosen; there the keyboard's ring is a second one around it. */
export const chosenRing = '6px double Highlight'

/** Conditions for '@media' in styles; write for the phone first and add from there. */
export const media = {
  from600: 'screen and (min-width: 600px)',
  from768: 'screen and (min-width: 768px)',
  from1000: 'screen and (min-width: 1000px)',
  from1200: 'screen and (min-width: 1200px)',
  below768: 'screen and (max-width: 767.98px)',
  /** A window magnified to four times its size, or a phone on its side. */
  low: 'screen and (max-height: 479.98px)',
  /** A phone on its side: wide enough for two things beside each other, and too low for them one below the other. */
  onItsSide: 'screen and (min-width: 640px) and (max-width: 999.98px) and (max-height: 479.98px)',
  hover: '(hover: hover) and (pointer: fine)',
  finger: 'not all and (hover: hover) and (pointer: fine)',
  night: `screen and ${night}`,
  motion: '(prefers-reduced-motion: no-preference)',
  forcedColors: '(forced-colors: active)',
  installed: '(display-mode: standalone)',
  withoutScripts: 'screen and (scripting: none)',
  print: 'print',
}
