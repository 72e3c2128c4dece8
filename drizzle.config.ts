/** For `drizzle-kit generate`: the tables are src/store/schema.ts, what it writes goes to src/store/migrations. */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'turso',
  schema: './src/store/schema.ts',
  out: './src/store/migrations',
});
