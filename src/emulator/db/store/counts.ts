/** Ids per block of counts: few enough to step over, enough that a hundred thousand rows have a short list of blocks. */
export const COUNT_BLOCK = 2048

/**
 * Row counts of the lists of orders and products. Triggers update them in the transaction of each write, so that neither a total nor a
 * distant page has to count rows. A count belongs to a region (0 for none) and a status, for all ids (block -1) and for each block of ids.
 *
 * A product is in a region if it has a price there (B24): `listed_products` is that list, in the order in which it is shown.
 */
const tables = `
  CREATE TABLE order_counts (
    region_id INTEGER NOT NULL,
    block INTEGER NOT NULL,
    status TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (region_id, block, status)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE listed_products (
    region_id INTEGER NOT NULL,
    status TEXT NOT NULL,
    product_id INTEGER NOT NULL,
    PRIMARY KEY (region_id, status, product_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE product_counts (
    region_id INTEGER NOT NULL,
    block INTEGER NOT NULL,
    status TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (region_id, block, status)
  ) STRICT, WITHOUT ROWID;
  `

/** Recounts everything, after a seed that wrote without the triggers. */
const recount = `
  DELETE FROM order_counts;
  DELETE FROM listed_products;
  DELETE FROM product_counts;
  INSERT INTO order_counts
    SELECT coalesce(region_id, 0), id / ${COUNT_BLOCK}, status, count(*) FROM orders GROUP BY 1, 2, 3;
  INSERT INTO order_counts SELECT region_id, -1, status, sum(n) FROM order_counts GROUP BY 1, 3;
  INSERT INTO listed_products
    SELECT c.region_id, p.status, p.id FROM products p JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 ORDER BY 1, 2, 3;
  INSERT INTO product_counts
    SELECT region_id, product_id / ${COUNT_BLOCK}, status, count(*) FROM listed_products GROUP BY 1, 2, 3;
  INSERT INTO product_counts SELECT region_id, -1, status, sum(n) FROM product_counts GROUP BY 1, 3;
  `

/** Only the price of the product itself, not of a variant, adds it to a region. */
const list = `INSERT INTO listed_products
  SELECT new.region_id, status, id FROM products WHERE id = new.product_id AND new.variant_id = 0;`
const unlist = `DELETE FROM listed_products WHERE region_id = old.region_id AND product_id = old.product_id
  AND status IN ('A', 'P', 'D') AND old.variant_id = 0;`

const triggers: Readonly<Record<string, string>> = {
  orders_counted_in: `AFTER INSERT ON orders BEGIN ${step('order_counts', 'new')} END`,
  orders_counted_out: `AFTER DELETE ON orders BEGIN ${step('order_counts', 'old')} END`,
  orders_counted_again: `AFTER UPDATE OF id, region_id, status ON orders BEGIN
    ${step('order_counts', 'old')} ${step('order_counts', 'new')} END`,
  prices_listed: `AFTER INSERT ON prices BEGIN ${list} END`,
  prices_unlisted: `AFTER DELETE ON prices BEGIN ${unlist} END`,
  // One trigger, because the order of two triggers is undefined.
  prices_moved: `AFTER UPDATE OF product_id, variant_id, region_id ON prices BEGIN ${unlist} ${list} END`,
  products_listed_again: `AFTER UPDATE OF status ON products WHEN old.status <> new.status BEGIN
    UPDATE listed_products SET status = new.status WHERE product_id = new.id AND status = old.status
      AND region_id IN (SELECT region_id FROM prices WHERE product_id = new.id AND variant_id = 0); END`,
  products_counted_in: `AFTER INSERT ON listed_products BEGIN ${step('product_counts', 'new')} END`,
  products_counted_out: `AFTER DELETE ON listed_products BEGIN ${step('product_counts', 'old')} END`,
  products_counted_again: `AFTER UPDATE ON listed_products BEGIN
    ${step('product_counts', 'old')} ${step('product_counts', 'new')} END`,
}

/** Counts one row more (new) or less (old), in the total and in its block. */
function step(table: 'order_counts' | 'product_counts', row: 'new' | 'old'): string {
  const block = `${row}.${table === 'order_counts' ? 'id' : 'product_id'} / ${COUNT_BLOCK}`
  const [region, by] = [`coalesce(${row}.region_id, 0)`, row === 'new' ? 1 : -1]
  return `INSERT INTO ${table} VALUES (${region}, -1, ${row}.status, ${by}), (${region}, ${block}, ${row}.status, ${by})
    ON CONFLICT (region_id, block, status) DO UPDATE SET n = n + excluded.n;`
}

const createCountTriggers = Object.entries(triggers)
  .map(([name, body]) => `CREATE TRIGGER ${name} ${body};`)
  .join('\n')

const dropCountTriggers = Object.keys(triggers)
  .map((name) => `DROP TRIGGER ${name};`)
  .join('\n')

export const countTables = `${tables}\n${createCountTriggers}`

/** Used around a large seed, in its transaction: without triggers each row costs a fraction, and the end counts all rows once. */
export const countLater = dropCountTriggers
export const countNow = `${recount}\n${createCountTriggers}`
