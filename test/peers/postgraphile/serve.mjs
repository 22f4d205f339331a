/**
 * Serves PostGraphile over PostgreSQL in this process, until standard input ends: notes that only their
 * owner sees, by row-level security. Prints its URL.
 *
 * JWTs are verified with JWT_SECRET, for the audience `postgraphile`.
 */
import { createServer } from 'node:http';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';
import postgraphile from 'postgraphile';

const db = await PGlite.create();
await db.exec(`
  create role anonymous;
  create role app_user;
  create table notes (id serial primary key, owner text not null, body text not null);
  insert into notes (owner, body)
    select owner, 'secret of ' || owner from unnest(array['ada', 'bob', 'eve']) owner;
  alter table notes enable row level security;
  create policy own on notes to app_user
    using (owner = current_setting('jwt.claims.user_id', true));
  grant select on notes to app_user;
`);
const socket = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0 });
await socket.start();
const [host, port] = socket.getServerConn().split(':');
// the engine has one session, whose role and claims are set for each transaction
const pool = new pg.Pool({ host, port: Number(port), user: 'postgres', max: 1 });
const server = createServer(
  postgraphile.postgraphile(pool, 'public', {
    jwtSecret: process.env.JWT_SECRET,
    jwtVerifyOptions: { audience: 'postgraphile' },
    pgDefaultRole: 'anonymous',
    disableQueryLog: true,
  }),
);
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/graphql`);
});
process.stdin.resume().on('end', () => process.exit(0));
