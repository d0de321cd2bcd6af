import type { Shop } from './shop.ts'

/** Runs `work` while this shop’s database takes no connection. */
export async function withoutDatabase<T>({ pool }: Pick<Shop, 'pool'>, work: () => Promise<T>): Promise<T> {
  const { verify } = pool.options
  const idle = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  pool.options.verify = (_client, done) =>
    done(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }))
  for (const client of idle) client.release(true)
  try {
    return await work()
  } finally {
    pool.options.verify = verify
  }
}
