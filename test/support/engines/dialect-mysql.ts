import type { Dialect } from './engine-under-test.ts'

/** MariaDB's dialect, and MySQL's as far as the tests go. */
export const mysqlDialect: Dialect = {
  schema: `
create table customers (id int auto_increment primary key, name varchar(80) character set utf8mb4 not null, unique (name));
create table orders (
  id int auto_increment primary key, customer int not null, note text,
  key customer (customer), constraint of_customer foreign key (customer) references customers (id) on delete cascade
);
create table odd (
  b bigint unsigned, d decimal(30, 10), f double, t timestamp(6) null, dt datetime(3), y year, e enum('a', 'it''s', 'c;d'),
  s set('x', 'y'), bin varbinary(300), blb blob, j json, bt bit(9), g geometry, i inet6, u uuid,
  twice bigint unsigned as (b * 2) stored, gone varchar(20) character set latin1 default 'x\\'y;'
);
create table empty_one (a int) comment 'it''s; empty';
create table ${'`'}odd "name${'``'}; --${'`'} (${'`'}a;b${'`'} int, ${'`'}ключ${'`'} text);
insert into customers (name) values ('Ärger & Söhne'), ('日本 😀'), ('x;y'' -- z'), ('back\\\\slash "q"');
insert into orders (customer, note) values (1, 'first;'), (1, null), (2, ''), (3, '\\0\\n\\r\\Z%_');
insert into odd (b, d, f, t, dt, y, e, s, bin, blb, j, bt, g, i, u) values
  (18446744073709551615 div 2, -12345678901234567890.0123456789, 1.5e-300, '2026-01-02 03:04:05.678901', '0001-01-01 00:00:00.001',
   1999, 'it''s', 'x,y', x'00ff27225c0a0d1a', x'deadbeef00', '{"a": [1, "x;"]}', b'101010101', point(1, 2), '2001:db8::1',
   '123e4567-e89b-12d3-a456-426655440000'), (1, 0, null, null, null, null, null, null, '', '', 'null', b'0', null, null, null);
insert into ${'`'}odd "name${'``'}; --${'`'} values (1, 'да;'), (2, null);
create sequence numbers start with 100 increment by 10;
delimiter //
create function shout(word varchar(80)) returns varchar(90) deterministic
begin
  declare ending varchar(3) default '!;';
  return concat(upper(word), ending);
end//
create procedure add_order(in who int)
begin
  insert into orders (customer, note) values (who, 'by procedure; really');
  select count(*) from orders;
end//
create trigger before_order before insert on orders for each row
begin
  if new.note is null then set new.note = 'none;'; end if;
end//
create trigger after_order after insert on orders for each row begin
  update empty_one set a = a + 1;
end//
create event nightly on schedule every 1 day do begin delete from empty_one; end//
delimiter ;
create view named as select o.id, c.name, shout(c.name) as loud from orders o join customers c on c.id = o.customer;
`,
  useSchema: `insert into orders (customer) values (2); call add_order(1); select * from named; select next value for numbers;
    delete from customers where id = 1; update odd set b = 5;`,
  small: `create table entries (id int primary key, a varchar(20)); insert into entries values (1, 'one'), (2, 'two');
    delimiter $$
    create procedure more() begin insert into entries values (3, 'three'); end$$
    create trigger stars before insert on entries for each row begin set new.a = concat('*', new.a); end$$
    delimiter ;
    create view first_view as select a from entries; create view a_view as select * from first_view;`,
  useSmall: 'call more(); select * from a_view;',
  fillMegabyte: `create table big (t longtext) engine = innodb; insert into big values (repeat('abcdefghij', 200000));`,
  sleep: 'select sleep(30)',
  stubborn:
    'begin not atomic declare continue handler for sqlexception begin end; loop do sleep(30); end loop; end',
  grabs: ({ database, user }) => [
    ['create table given (a int)'],
    [`select get_lock(concat('${user}', seq), 0) from seq_1_to_1000`, 'select sleep(600)'],
    ['start transaction with consistent snapshot', 'select sleep(600)'],
    [`drop database \`${database}\``],
  ],
  locks: () => [
    ['create table slow as select sleep(600) as a'],
    [
      "select get_lock('mine', 0)",
      'lock tables customers write, orders write, odd write, empty_one write',
      'do sleep(600)',
    ],
  ],
  manyRows: 'select seq as n from seq_1_to_100000',
  faultOfSelekt: 'selekt',
  asText: (expression) => expression,
  hostile: ({ database, user }, file) => [
    `select * from ${database}.orders`,
    `insert into ${database}.orders (customer) values (1)`,
    `drop table ${database}.orders`,
    `use ${database}`,
    `create database ${database}_more`,
    `create table ${database.replace('_', 'x')}.t (a int)`,
    `drop database ${database}`,
    `select 'x' into outfile '${file}'`,
    `select 'x' into dumpfile '${file}'`,
    `select * from mysql.global_priv`,
    `select * from mysql.user`,
    `create table t_loaded (a text); load data infile '/etc/passwd' into table t_loaded`,
    `create table t_local (a text); load data local infile '/etc/passwd' into table t_local`,
    `set global max_connections = 1`,
    `set global local_infile = 1`,
    `set global general_log_file = '${file}'`,
    `set session sql_log_bin = 0`,
    `create user stranger identified by 'x'`,
    `drop user '${user}'@'127.0.0.1'`,
    `alter user '${user}'@'127.0.0.1' identified by 'mine now'`,
    `set password for '${user}'@'127.0.0.1' = password('mine now')`,
    `grant all on *.* to current_user()`,
    `set role root`,
    `create definer = 'root'@'localhost' view as_root as select 1`,
    `create definer = '${user}'@'127.0.0.1' procedure as_other() select 1`,
    `create table merged (a int) engine = merge union = (${database}.orders)`,
    `create view over as select * from ${database}.orders`,
    `create table far (a int) engine = federated connection = 'mysql://x@127.0.0.1/y'`,
    `create table far (a int) engine = connect table_type = csv file_name = '/etc/passwd'`,
    `create server s foreign data wrapper mysql options (host '127.0.0.1')`,
    `install soname 'ha_federatedx'`,
    `create function lib_mysqludf_sys returns string soname 'lib.so'`,
    `rename table orders to ${database}.stolen`,
    'shutdown',
    'flush privileges',
    'flush tables with read lock',
    'show master status',
    'purge binary logs before now()',
    `show grants for '${user}'@'127.0.0.1'`,
    `show create user '${user}'@'127.0.0.1'`,
    'backup stage start',
    `select * from information_schema.innodb_sys_tablespaces`,
    `execute immediate 'select * from ${database}.orders'`,
    `handler ${database}.orders open`,
    `check table ${database}.orders`,
  ],
  namingDumps: ({ database }) => [
    // As written by mysqldump --databases --add-drop-database.
    `-- Current Database: \`${database}\`
/*!40000 DROP DATABASE IF EXISTS \`${database}\`*/;
CREATE DATABASE /*!32312 IF NOT EXISTS*/ \`${database}\` /*!40100 DEFAULT CHARACTER SET utf8mb4 */;
USE \`${database}\`;
CREATE TABLE \`shown\` (id int);
ALTER DATABASE \`${database}\` CHARACTER SET latin1 COLLATE latin1_swedish_ci ;
`,
    `drop schema if exists ${database};\ncreate schema ${database};\n use ${database} ;\ncreate table shown (a int);\n`,
    `SET sql_mode = 'ANSI_QUOTES';\nUSE "${database}";\nCREATE TABLE shown (a text);\nINSERT INTO shown VALUES ('\\nUSE other;\n');\n`,
  ],
  dumpOfTwo: (name) => `use shop;\ncreate table t (a int);\nuse \`${name}\`;\ncreate table t (a int);\n`,
  hostileDumps: ({ database, user }, file) => [
    `\\! touch ${file}\n`,
    `select 1;\n\\! touch ${file}\n`,
    `system touch ${file}\n`,
    `source /etc/passwd\n`,
    `\\. /etc/passwd\n`,
    `tee ${file}\nselect 1;\n`,
    `\\T ${file}\n`,
    `create table l (a text);\nload data local infile '/etc/passwd' into table l;\n`,
    `select 'x' into outfile '${file}';\n`,
    `use ${database};\ndrop table orders;\n`,
    `insert into ${database}.orders (customer) values (1);\n`,
    `/*!50003 set global max_connections = 1 */;\n`,
    `grant all on *.* to '${user}'@'127.0.0.1';\n`,
    `delimiter //\ncreate definer='root'@'localhost' procedure read_it() begin select * from ${database}.orders; end//\ncall read_it()//\n`,
  ],
  foreignDumps: [
    '--\n-- PostgreSQL database dump\n--\n\nSET statement_timeout = 0;\n',
    '--\n-- PostgreSQL database cluster dump\n--\n',
    'PGDMP\x01\x0f\0',
  ],
  revealing: [
    'show databases',
    'select schema_name from information_schema.schemata',
    'select table_schema, table_name from information_schema.tables',
    'select table_schema, table_name, column_name from information_schema.columns',
    'select * from information_schema.user_privileges',
    'select * from information_schema.schema_privileges',
    'select user, db, info from information_schema.processlist',
    'select * from information_schema.routines',
    'select * from information_schema.triggers',
    'select * from information_schema.key_column_usage',
  ],
}
