import { starPath } from './starPath.ts'

const circle = 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z'
const heart =
  'M12 20S3.5 15 3.5 9A4.5 4.5 0 0 1 8 4.5c1.7 0 3.1.9 4 2.4.9-1.5 2.3-2.4 4-2.4A4.5 4.5 0 0 1 20.5 9C20.5 15 12 20 12 20z'

/** Drawn on 24 × 24 with a stroke of 1.5. */
export const icons = {
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.2 15.2l5.3 5.3',
  heart,
  heartFilled: heart,
  bag: 'M5.6 8.5h12.8l1 11.5H4.6zM8.8 11V7.2a3.2 3.2 0 0 1 6.4 0V11',
  user: 'M12 11.5A3.75 3.75 0 1 0 12 4a3.75 3.75 0 0 0 0 7.5zM4.75 20c.6-3.4 3.5-5.5 7.25-5.5s6.65 2.1 7.25 5.5',
  menu: 'M3.5 7h17M3.5 12h17M3.5 17h11',
  close: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
  chevronLeft: 'M14.5 5.5L8 12l6.5 6.5',
  chevronRight: 'M9.5 5.5L16 12l-6.5 6.5',
  chevronDown: 'M5.5 9.25l6.5 6.5 6.5-6.5',
  arrowLeft: 'M20 12H4.5M10.5 6l-6 6 6 6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  trash: 'M4.5 6.5h15M9.5 6.5v-2h5v2M6.5 6.5l.8 13.5h9.4l.8-13.5M10.2 10.5V16M13.8 10.5V16',
  truck:
    'M5.6 16.5H2.5V6H14v10.5H9.4M14 9.5h4l3.5 3.5v3.5h-1.6M16.1 16.5H14M7.5 18.4a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8zM18 18.4a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8z',
  gem: 'M7 4.5h10l4 5L12 20 3 9.5zM3 9.5h18M9 9.5L12 20l3-10.5M7 4.5l2 5 3-5 3 5 2-5',
  return: 'M4 4.5v5h5M4.4 9.5a8 8 0 1 1-.4 4.2',
  shield: 'M12 3.5l7.5 2.7v5.6c0 4.4-3 7.3-7.5 8.7-4.5-1.4-7.5-4.3-7.5-8.7V6.2zM8.8 12l2.3 2.3 4.2-4.4',
  check: 'M4.5 12.5l5 5 10-11',
  warning: 'M12 4L2.8 19.5h18.4zM12 10v4.5M12 17v.1',
  info: `${circle}M12 11v5.5M12 7.6v.1`,
  error: `${circle}M12 7.5V13M12 16.2v.1`,
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  play: 'M8 5.2v13.6L18.8 12z',
  external: 'M13.5 4.5h6v6M19.5 4.5L11 13M17.5 14v5.5h-13v-13H10',
  filter:
    'M3.5 7.5h8.2M16.8 7.5h3.7M3.5 16.5h3.7M12.3 16.5h8.2M14.25 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9.75 19a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  star: starPath,
  pin: 'M12 21s-6.5-5.8-6.5-11a6.5 6.5 0 0 1 13 0c0 5.2-6.5 11-6.5 11zM12 12.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8z',
  phone:
    'M5 4h3.6l1.7 4.6-2.2 1.6a12 12 0 0 0 5.7 5.7l1.6-2.2 4.6 1.7V19a1.2 1.2 0 0 1-1.3 1.2C10.9 19.7 4.3 13.1 3.8 5.3A1.2 1.2 0 0 1 5 4z',
  mail: 'M3.5 5.5h17v13h-17zM3.8 6l8.2 7 8.2-7',
  clock: `${circle}M12 7v5.3l3.5 2`,
  package: 'M12 3.5l8 4.2v8.6l-8 4.2-8-4.2V7.7zM4 7.7l8 4.3 8-4.3M12 12v8.5M8 5.6l8 4.3',
  share: 'M12 15V3.5M8 7l4-3.5L16 7M7.5 10.5h-2v10h13v-10h-2',
  card: 'M3 5.5h18v13H3zM3 9.5h18M6.5 15h4',
  bank: 'M3.5 9.5L12 4l8.5 5.5zM3.5 20h17M6 12.5V17M10 12.5V17M14 12.5V17M18 12.5V17',
  wallet: 'M18.5 8.3V5h-13a1.7 1.7 0 0 0 0 3.4H20v11.1H5.5a1.7 1.7 0 0 1-1.7-1.7V6.7M16 14v.1',
  home: 'M4 10.5L12 4l8 6.5V20h-5.5v-5.5h-5V20H4z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z',
  eyeOff:
    'M9.9 5.7a9 9 0 0 1 2.1-.2c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.6 3.4M6 7.4A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.2-1.1M10 10a2.8 2.8 0 0 0 4 4M4 4l16 16',
  gift: 'M4 11.5h16v9H4zM3 7.5h18v4H3zM12 7.5v13M12 7.5S11.2 3 8.5 3a2 2 0 0 0-2 2.2C6.5 7 9 7.5 12 7.5zM12 7.5S12.8 3 15.5 3a2 2 0 0 1 2 2.2C17.5 7 15 7.5 12 7.5z',
  offline:
    'M3.5 3.5l17 17M5 12.5a10 10 0 0 1 4-2.3M2 9a15 15 0 0 1 4.5-2.9M10.5 5a15 15 0 0 1 11.5 4M14.5 10.3a10 10 0 0 1 4.5 2.2M8.5 16a5 5 0 0 1 5.5-1M12 19.5v.1',
  download: 'M12 3.5V15M7.5 10.8L12 15l4.5-4.2M4.5 20.5h15',
  logOut: 'M10 4.5H4.5v15H10M9.5 12h11M16.5 8l4 4-4 4',
  zoom: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.2 15.2l5.3 5.3M10.5 7.5v6M7.5 10.5h6',
} as const

export type IconName = keyof typeof icons

/** The filled parts, in addition to the strokes. */
export const filled: Partial<Record<IconName, string>> = {
  heartFilled: heart,
  star: starPath,
  play: icons.play,
}

/** Side by side, for a rating, which fills and outlines them itself. */
export const fiveStars = [0, 24, 48, 72, 96]
  .map((x) => `<path d="${starPath}" transform="translate(${x})"/>`)
  .join('')

/** The damson of the logo; its bloom and leaf take their colours from their surroundings. */
export const damson =
  '<path d="M11 7.4c4 0 7 3.3 7 7.7 0 4.6-3.1 8.1-7 8.1s-7-3.5-7-8.1c0-4.4 3-7.7 7-7.7z" fill="currentColor"/>' +
  '<path d="M11 7.6c2.7 3 3.5 9.5.8 15.4" fill="none" stroke="var(--bloom)" stroke-width="1.1" stroke-linecap="round" opacity=".53"/>' +
  '<path d="M11 7.6C10.9 5.2 11.7 2.9 13.6 1.1" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linecap="round"/>' +
  '<path d="M12.2 5.6c1.6-3.1 4.5-4 8-3.3-1.3 3.3-4.3 5-8 3.3z" fill="var(--leaf)"/>'
