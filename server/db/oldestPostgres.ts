/** The first version that knows all that the migrations ask of it, such as `unique nulls not distinct`. */
export const oldestPostgres = 15
