import { integer, pgTable, text } from 'drizzle-orm/pg-core'

const id = () => integer().primaryKey().generatedAlwaysAsIdentity()
const position = () => integer().notNull()

export const hero_slides = pgTable('hero_slides', {
  id: id(),
  position: position(),
  image: text().notNull(),
  alt_text: text().notNull(),
  eyebrow: text().notNull(),
  title: text().notNull(),
  subtitle: text().notNull(),
  button_text: text().notNull(),
  link: text().notNull(),
  empty_side: text({ enum: ['left', 'right'] }).notNull(),
})

export const banners = pgTable('banners', {
  id: id(),
  position: position(),
  banner_type: text({ enum: ['special_offer', 'new_collection'] }).notNull(),
  title: text().notNull(),
  image: text().notNull(),
  alt_text: text().notNull(),
  button_text: text().notNull(),
  button_link: text().notNull(),
})

export const promise_items = pgTable('promise_items', {
  id: id(),
  position: position(),
  icon: text().notNull(),
  title: text().notNull(),
  subtitle: text(),
})

export const offer_lines = pgTable('offer_lines', { id: id(), position: position(), text: text().notNull() })

export const hero_grid_images = pgTable('hero_grid_images', {
  id: id(),
  position: position(),
  image: text().notNull(),
  alt_text: text().notNull(),
  link: text().notNull(),
})
