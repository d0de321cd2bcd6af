/** Screens of iPhones in their own pixels, upright. iOS shows a startup image only if it fits to the pixel. */
export const startupScreens = [
  [750, 1334],
  [828, 1792],
  [1080, 2340],
  [1125, 2436],
  [1170, 2532],
  [1179, 2556],
  [1206, 2622],
  [1242, 2208],
  [1242, 2688],
  [1284, 2778],
  [1290, 2796],
  [1320, 2868],
].map(([width = 0, height = 0]) => ({ width, height }))
