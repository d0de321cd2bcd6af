export const contentTexts = { heroFailed: 'Failed to load hero page content' } as const
