import type { Db } from './db.ts'

export async function seed(db: Db, _options: { onLoad?: () => void } = {}): Promise<void> {
  void db
}
