;; What the leak guard does to every byte of a payload. All parameters that are no keys and no counts are byte offsets.
;;
;; Memory: 0 shuffles that press the kept ones of eight bytes together, by mask (256 times 8); 2048 the same for bytes 8 to 15;
;; 4096 where `canonicalise` leaves off (next code, whether it starts a token); 8192 lengths of tokens by the hash of their
;; first four codes (65536 times 16 bits); 139264 codes of characters (65536 times 32 bits, 0 for not known yet);
;; 401408 a filter of tokens (524288 bits, by the highest nineteen of their second hash). The rest belongs to the caller.
(module
  (memory (export "memory") 8)

  ;; Turns the bytes from `p` to `end` or a few more into codes at `out`, as `canonical-codes.ts` does, and returns where it ended:
  ;; before `end` at an escape or a character that the caller has to read. The text goes on to `last`, at least 32 bytes behind
  ;; `end` where that is not its own end; the byte before `p` is the text's, or zero, and 32 zero bytes follow `last`.
  (func (export "canonicalise") (param $p i32) (param $end i32) (param $last i32) (param $out i32) (param $starts i32) (result i32)
    (local $v v128) (local $lower v128) (local $letters v128) (local $digits v128) (local $keep v128) (local $before v128)
    (local $after v128)
    (local $kept i32) (local $special i32) (local $byte i32) (local $size i32) (local $packed i32) (local $count i32)
    ;; Constants of the loop: written inside it, they would be made anew each time around.
    (local $caseBit v128) (local $a v128) (local $letterCount v128) (local $zero v128) (local $digitCount v128) (local $backslash v128)
    (local $u v128) (local $x v128) (local $percent v128) (local $ampersand v128) (local $toLetter v128) (local $toDigit v128)
    (local $start v128) (local $row6 v128) (local $row7 v128) (local $controls6 v128) (local $controls7 v128)
    (local.set $caseBit (i8x16.splat (i32.const 0x20)))
    (local.set $a (i8x16.splat (i32.const 0x61)))
    (local.set $letterCount (i8x16.splat (i32.const 26)))
    (local.set $zero (i8x16.splat (i32.const 0x30)))
    (local.set $digitCount (i8x16.splat (i32.const 10)))
    (local.set $backslash (i8x16.splat (i32.const 0x5c)))
    (local.set $row6 (i8x16.splat (i32.const 0x60)))
    (local.set $row7 (i8x16.splat (i32.const 0x70)))
    (local.set $u (i8x16.splat (i32.const 0x75)))
    (local.set $x (i8x16.splat (i32.const 0x78)))
    (local.set $percent (i8x16.splat (i32.const 0x25)))
    (local.set $ampersand (i8x16.splat (i32.const 0x26)))
    (local.set $toLetter (i8x16.splat (i32.const 0x56)))
    (local.set $toDigit (i8x16.splat (i32.const 0x2f)))
    (local.set $start (i8x16.splat (i32.const 0x80)))
    (local.set $controls6 (v128.const i8x16 0 0 -1 0 0 0 -1 0 0 0 0 0 0 0 -1 0))
    (local.set $controls7 (v128.const i8x16 0 0 -1 0 -1 0 -1 0 0 0 0 0 0 0 0 0))
    (local.set $before (i8x16.splat (i32.sub (local.get $starts) (i32.const 1))))
    (block $done
      (loop $block
        (if (i32.ge_u (local.get $p) (local.get $end)) (then
          (local.set $starts (i32.add (i32.const 1) (i8x16.extract_lane_s 15 (local.get $before))))
          (br $done)))
        (local.set $v (v128.load align=1 (local.get $p)))
        (local.set $lower (v128.or (local.get $v) (local.get $caseBit)))
        (local.set $letters (i8x16.lt_u (i8x16.sub (local.get $lower) (local.get $a)) (local.get $letterCount)))
        (local.set $digits (i8x16.lt_u (i8x16.sub (local.get $v) (local.get $zero)) (local.get $digitCount)))
        ;; But for b f n r t v behind a backslash.
        (local.set $keep (v128.andnot
          (v128.or (local.get $letters) (local.get $digits))
          (v128.and
            (i8x16.eq (v128.load align=1 (i32.sub (local.get $p) (i32.const 1))) (local.get $backslash))
            (v128.or
              (i8x16.swizzle (local.get $controls6) (i8x16.sub (local.get $v) (local.get $row6)))
              (i8x16.swizzle (local.get $controls7) (i8x16.sub (local.get $v) (local.get $row7)))))))
        (local.set $kept (i8x16.bitmask (local.get $keep)))
        ;; Above ASCII, one of % &, or a backslash before u, x or another.
        (local.set $after (v128.load offset=1 align=1 (local.get $p)))
        (local.set $special (i8x16.bitmask (v128.or
          (v128.or (local.get $v) (v128.and
            (i8x16.eq (local.get $v) (local.get $backslash))
            (v128.or (i8x16.eq (local.get $after) (local.get $backslash)) (v128.or
              (i8x16.eq (local.get $after) (local.get $u))
              (i8x16.eq (local.get $after) (local.get $x))))))
          (v128.or
            (i8x16.eq (local.get $v) (local.get $percent))
            (i8x16.eq (local.get $v) (local.get $ampersand))))))
        (if (local.get $special) (then
          (local.set $kept (i32.and (local.get $kept)
            (i32.sub (i32.and (local.get $special) (i32.sub (i32.const 0) (local.get $special))) (i32.const 1))))))
        ;; A code, with the high bit set where the byte before was not kept.
        (local.set $v (i8x16.swizzle
          (v128.or
            (v128.or
              (v128.and (local.get $letters) (i8x16.sub (local.get $lower) (local.get $toLetter)))
              (v128.and (local.get $digits) (i8x16.sub (local.get $v) (local.get $toDigit))))
            (v128.andnot (local.get $start)
              (i8x16.shuffle 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 (local.get $before) (local.get $keep))))
          (v128.load64_lane offset=2048 1
            (i32.shl (i32.shr_u (local.get $kept) (i32.const 8)) (i32.const 3))
            (v128.load64_zero (i32.shl (i32.and (local.get $kept) (i32.const 255)) (i32.const 3))))))
        (v128.store64_lane align=1 0 (local.get $out) (local.get $v))
        (local.set $out (i32.add (local.get $out) (i32.popcnt (i32.and (local.get $kept) (i32.const 255)))))
        (v128.store64_lane align=1 1 (local.get $out) (local.get $v))
        (local.set $out (i32.add (local.get $out) (i32.popcnt (i32.shr_u (local.get $kept) (i32.const 8)))))
        (if (i32.eqz (local.get $special)) (then
          (local.set $before (local.get $keep))
          (local.set $p (i32.add (local.get $p) (i32.const 16)))
          (br $block)))

        (local.set $count (i32.ctz (local.get $special)))
        (local.set $p (i32.add (local.get $p) (local.get $count)))
        (local.set $starts (if (result i32) (local.get $count)
          (then (i32.xor (i32.const 1)
            (i32.and (i32.const 1) (i32.shr_u (local.get $kept) (i32.sub (local.get $count) (i32.const 1))))))
          (else (i32.add (i32.const 1) (i8x16.extract_lane_s 15 (local.get $before))))))
        (loop $next
          (local.set $byte (i32.load8_u (local.get $p)))
          (block $read
            (if (i32.eq (local.get $byte) (i32.const 0x5c)) (then
              ;; Backslashes count as one, with the letter of a control character; \u and \x are the caller's.
              (local.set $size (i32.const 1))
              (loop $more
                (local.set $byte (i32.load8_u (i32.add (local.get $p) (local.get $size))))
                (if (i32.eq (local.get $byte) (i32.const 0x5c)) (then
                  (local.set $size (i32.add (local.get $size) (i32.const 1)))
                  (br $more))))
              (br_if $done (i32.ge_u (i32.add (local.get $p) (local.get $size)) (local.get $last)))
              (br_if $done (i32.or
                (i32.eq (local.get $byte) (i32.const 0x75)) (i32.eq (local.get $byte) (i32.const 0x78))))
              ;; b f n r t v: bits of the letters from `a` on.
              (local.set $p (i32.add (i32.add (local.get $p) (local.get $size))
                (i32.and
                  (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x61)) (i32.const 26))
                  (i32.shr_u (i32.const 0x2a2022) (i32.and (i32.sub (local.get $byte) (i32.const 0x61)) (i32.const 31))))))
              (local.set $starts (i32.const 1))
              (br $read)))
            (br_if $done (i32.lt_u (local.get $byte) (i32.const 0x80)))
            (br_if $done (i32.ge_u (local.get $byte) (i32.const 0xf0)))
            (local.set $size (i32.add
              (i32.add (i32.const 1) (i32.ge_u (local.get $byte) (i32.const 0xc0)))
              (i32.ge_u (local.get $byte) (i32.const 0xe0))))
            (local.set $packed (i32.and (local.get $byte)
              (i32.shr_u (i32.const 0xff) (i32.add (local.get $size) (i32.const 1)))))
            (local.set $count (i32.const 1))
            (if (i32.eq (local.get $size) (i32.const 1)) (then (local.set $count (i32.const 0))))
            (if (i32.gt_u (i32.add (local.get $p) (local.get $size)) (local.get $last)) (then (local.set $count (i32.const 0))))
            (block $bad
              (br_if $bad (i32.eqz (local.get $count)))
              (loop $tail
                (local.set $byte (i32.load8_u (i32.add (local.get $p) (local.get $count))))
                (br_if $bad (i32.ne (i32.and (local.get $byte) (i32.const 0xc0)) (i32.const 0x80)))
                (local.set $packed (i32.or
                  (i32.shl (local.get $packed) (i32.const 6)) (i32.and (local.get $byte) (i32.const 0x3f))))
                (local.set $count (i32.add (local.get $count) (i32.const 1)))
                (br_if $tail (i32.lt_u (local.get $count) (local.get $size))))
              (local.set $packed (i32.load offset=139264 (i32.shl (local.get $packed) (i32.const 2))))
              (br_if $done (i32.eqz (local.get $packed)))
              (local.set $p (i32.add (local.get $p) (local.get $size)))
              (local.set $count (i32.and (i32.shr_u (local.get $packed) (i32.const 24)) (i32.const 7)))
              (if (i32.eqz (local.get $count)) (then
                (if (i32.eqz (i32.and (local.get $packed) (i32.const 1))) (then (local.set $starts (i32.const 1))))
                (br $read)))
              (loop $codes
                (i32.store8 (local.get $out) (i32.or
                  (i32.and (local.get $packed) (i32.const 0x3f)) (i32.shl (local.get $starts) (i32.const 7))))
                (local.set $out (i32.add (local.get $out) (i32.const 1)))
                (local.set $starts (i32.const 0))
                (local.set $packed (i32.shr_u (local.get $packed) (i32.const 6)))
                (local.set $count (i32.sub (local.get $count) (i32.const 1)))
                (br_if $codes (local.get $count)))
              (br $read))
            (local.set $p (i32.add (local.get $p) (i32.const 1)))
            (local.set $starts (i32.const 1)))
          (br_if $done (i32.ge_u (local.get $p) (local.get $end)))
          (br_if $next (i32.ge_u (i32.load8_u (local.get $p)) (i32.const 0x80))))
        (local.set $before (i8x16.splat (i32.sub (local.get $starts) (i32.const 1))))
        (br $block)))
    (i32.store (i32.const 4096) (local.get $out))
    (i32.store (i32.const 4100) (local.get $starts))
    (local.get $p))

  ;; Writes to `places` each eighth number up to `last` at which a shingle of twelve codes may be one of a secret's, as may the
  ;; one four codes before it or behind: eight in a row have one of these among them. The filter's words go by the low bits of the
  ;; shingle's hash, two bits in each by its highest ten. Returns how many.
  (func (export "findShingles") (param $codes i32) (param $last i32) (param $a i32) (param $b i32) (param $c i32)
    (param $filter i32) (param $mask i32) (param $places i32) (result i32)
    (local $i i32) (local $p i32) (local $from i32) (local $to i32) (local $hash i32) (local $word i32)
    (local $low v128) (local $high v128) (local $even v128) (local $hashes v128)
    (local $as v128) (local $bs v128) (local $cs v128) (local $code v128)
    (local.set $as (i32x4.splat (local.get $a)))
    (local.set $bs (i32x4.splat (local.get $b)))
    (local.set $cs (i32x4.splat (local.get $c)))
    (local.set $code (i8x16.splat (i32.const 0x3f)))
    ;; First all hashes, four at a time, to where the places will be: with so little between two looks at the filter, many wait for
    ;; memory together.
    (local.set $to (local.get $places))
    (block $hashed
      (loop $four
        (br_if $hashed (i32.gt_s (local.get $i) (local.get $last)))
        (local.set $p (i32.add (local.get $codes) (local.get $i)))
        (local.set $low (v128.and (local.get $code) (v128.load (local.get $p))))
        (local.set $high (v128.and (local.get $code) (v128.load offset=16 (local.get $p))))
        (local.set $even (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low) (local.get $high)))
        (local.set $hashes (v128.xor
          (i32x4.mul (local.get $as) (local.get $even))
          (i32x4.mul (local.get $bs)
            (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low) (local.get $high)))))
        (local.set $hashes (i32x4.mul (local.get $cs) (i32x4.add
          (v128.xor (local.get $hashes) (i32x4.shr_u (local.get $hashes) (i32.const 15)))
          (i8x16.shuffle 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 (local.get $even)
            (v128.and (local.get $code) (v128.load32_zero offset=32 (local.get $p)))))))
        (v128.store (local.get $to)
          (v128.xor (local.get $hashes) (i32x4.shr_u (local.get $hashes) (i32.const 16))))
        (local.set $to (i32.add (local.get $to) (i32.const 16)))
        (local.set $i (i32.add (local.get $i) (i32.const 32)))
        (br $four)))
    (local.set $from (local.get $places))
    (local.set $to (local.get $places))
    (local.set $i (i32.const 0))
    (block $done
      (loop $next
        (br_if $done (i32.gt_s (local.get $i) (local.get $last)))
        (local.set $hash (i32.load (local.get $from)))
        (local.set $word (i32.load (i32.add (local.get $filter)
          (i32.shl (i32.and (local.get $hash) (local.get $mask)) (i32.const 2)))))
        (i32.store (local.get $to) (local.get $i))
        (local.set $i (i32.add (local.get $i) (i32.const 8)))
        (local.set $from (i32.add (local.get $from) (i32.const 4)))
        ;; The store is kept or overwritten: no branch waits for the filter.
        (local.set $to (i32.add (local.get $to) (i32.shl (i32.and (i32.const 1) (i32.and
          (i32.shr_u (local.get $word) (i32.shr_u (local.get $hash) (i32.const 27)))
          (i32.shr_u (local.get $word) (i32.shr_u (local.get $hash) (i32.const 22))))) (i32.const 2))))
        (br $next)))
    (call $keepRuns (local.get $codes) (local.get $last) (local.get $a) (local.get $b) (local.get $c)
      (local.get $filter) (local.get $mask) (local.get $places) (local.get $to)))

  ;; Of the places found, those that also know the shingle four codes on or the one four before, the one two on or six before, and the
  ;; one on or seven before: of eight in a row, whichever of them the place is, one of each two is another.
  (func $keepRuns (param $codes i32) (param $last i32) (param $a i32) (param $b i32) (param $c i32)
    (param $filter i32) (param $mask i32) (param $places i32) (param $end i32) (result i32)
    (local $from i32) (local $to i32) (local $i i32) (local $near i32) (local $p i32) (local $hash i32) (local $word i32)
    (local $distance i32)
    (local.set $from (local.get $places))
    (local.set $to (local.get $places))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (local.set $i (i32.load (local.get $from)))
        (local.set $from (i32.add (local.get $from) (i32.const 4)))
        (local.set $distance (i32.const 4))
        (loop $closer
          (local.set $near (i32.add (local.get $i) (local.get $distance)))
          (loop $neighbour
            (if (i32.and (i32.ge_s (local.get $near) (i32.const 0)) (i32.le_s (local.get $near) (local.get $last))) (then
              (local.set $p (i32.add (local.get $codes) (local.get $near)))
              (local.set $hash (i32.xor
                (i32.mul (i32.and (i32.load align=1 (local.get $p)) (i32.const 0x3f3f3f3f)) (local.get $a))
                (i32.mul (i32.and (i32.load offset=4 align=1 (local.get $p)) (i32.const 0x3f3f3f3f)) (local.get $b))))
              (local.set $hash (i32.mul (local.get $c) (i32.add
                (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 15)))
                (i32.and (i32.load offset=8 align=1 (local.get $p)) (i32.const 0x3f3f3f3f)))))
              (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 16))))
              (local.set $word (i32.load (i32.add (local.get $filter)
                (i32.shl (i32.and (local.get $hash) (local.get $mask)) (i32.const 2)))))
              (if (i32.and (i32.const 1) (i32.and
                  (i32.shr_u (local.get $word) (i32.shr_u (local.get $hash) (i32.const 27)))
                  (i32.shr_u (local.get $word) (i32.shr_u (local.get $hash) (i32.const 22))))) (then
                (local.set $distance (i32.shr_u (local.get $distance) (i32.const 1)))
                (br_if $closer (local.get $distance))
                (i32.store (local.get $to) (local.get $i))
                (local.set $to (i32.add (local.get $to) (i32.const 4)))
                (br $each)))))
            (br_if $each (i32.lt_s (local.get $near) (local.get $i)))
            (local.set $near (i32.sub (local.get $near) (i32.const 8)))
            (br $neighbour)))))
    (i32.shr_u (i32.sub (local.get $to) (local.get $places)) (i32.const 2)))

  ;; Writes to `places` where a token of `length` codes may begin: at a start of a token, the first four codes begin a known
  ;; one, another starts, or the text ends, as many codes on as that is long, and the filter of whole tokens knows it. `codes` has
  ;; a start and 32 zero bytes behind it; `bits` has room for a bit a code and 32 bytes more. Returns how many.
  (func (export "findTokens") (param $codes i32) (param $length i32) (param $seed i32) (param $d i32) (param $e i32)
    (param $bits i32) (param $places i32) (result i32)
    (local $i i32) (local $at i32) (local $word i64) (local $lengths i32) (local $to i32)
    (local $hash i32) (local $size i32) (local $p i32) (local $end i32)
    (loop $gather
      (i32.store16 (i32.add (local.get $bits) (i32.shr_u (local.get $i) (i32.const 3)))
        (i8x16.bitmask (v128.load align=1 (i32.add (local.get $codes) (local.get $i)))))
      (local.set $i (i32.add (local.get $i) (i32.const 16)))
      (br_if $gather (i32.le_u (local.get $i) (local.get $length))))
    (v128.store align=1 (i32.add (local.get $bits) (i32.shr_u (local.get $i) (i32.const 3))) (v128.const i32x4 0 0 0 0))
    (local.set $to (local.get $places))
    (local.set $i (i32.const 0))
    (loop $words
      (local.set $word (i64.load (i32.add (local.get $bits) (i32.shr_u (local.get $i) (i32.const 3)))))
      (block $empty
        (loop $starts
          (br_if $empty (i64.eqz (local.get $word)))
          (local.set $at (i32.add (local.get $i) (i32.wrap_i64 (i64.ctz (local.get $word)))))
          (local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
          (local.set $lengths (i32.load16_u offset=8192 (i32.shl
            (i32.shr_u
              (i32.mul
                (i32.and (i32.load align=1 (i32.add (local.get $codes) (local.get $at))) (i32.const 0x3f3f3f3f))
                (i32.const 0x9e3779b1))
              (i32.const 16))
            (i32.const 1))))
          (br_if $starts (i32.eqz (local.get $lengths)))
          (local.set $lengths (i32.and (local.get $lengths) (i32.shr_u
            (i32.load align=1 (i32.add (local.get $bits)
              (i32.shr_u (i32.add (local.get $at) (i32.const 4)) (i32.const 3))))
            (i32.and (i32.add (local.get $at) (i32.const 4)) (i32.const 7)))))
          (loop $sizes
            (br_if $starts (i32.eqz (local.get $lengths)))
            (local.set $size (i32.add (i32.ctz (local.get $lengths)) (i32.const 4)))
            (local.set $lengths (i32.and (local.get $lengths) (i32.sub (local.get $lengths) (i32.const 1))))
            (local.set $hash (i32.xor (local.get $seed) (local.get $size)))
            (local.set $p (i32.add (local.get $codes) (local.get $at)))
            (local.set $end (i32.add (local.get $p) (local.get $size)))
            (loop $code
              (local.set $hash (i32.mul (local.get $d)
                (i32.xor (local.get $hash) (i32.and (i32.load8_u (local.get $p)) (i32.const 0x3f)))))
              (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 13))))
              (local.set $p (i32.add (local.get $p) (i32.const 1)))
              (br_if $code (i32.lt_u (local.get $p) (local.get $end))))
            (local.set $hash (i32.mul (local.get $hash) (local.get $e)))
            (local.set $hash (i32.shr_u (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 16))) (i32.const 13)))
            (br_if $sizes (i32.eqz (i32.and (i32.const 1) (i32.shr_u
              (i32.load8_u offset=401408 (i32.shr_u (local.get $hash) (i32.const 3)))
              (i32.and (local.get $hash) (i32.const 7))))))
            (i32.store (local.get $to) (local.get $at))
            (local.set $to (i32.add (local.get $to) (i32.const 4))))
          (br $starts)))
      (local.set $i (i32.add (local.get $i) (i32.const 64)))
      (br_if $words (i32.le_u (local.get $i) (local.get $length))))
    (i32.shr_u (i32.sub (local.get $to) (local.get $places)) (i32.const 2)))

  ;; Writes to `places` the number, counted from `from` as `first`, of bytes at which 16 bytes in a row are such as base64, hex and their escapes
  ;; are made of; of a run of 24 at least one, since it holds two whole groups of eight. 32 zero bytes follow `end`. Returns how many.
  (func (export "findRuns") (param $from i32) (param $end i32) (param $first i32) (param $places i32) (result i32)
    (local $p i32) (local $v v128) (local $mask i32) (local $to i32)
    (local $zeros v128) (local $low v128) (local $rowsByLow v128) (local $rowByHigh v128)
    (local.set $low (i8x16.splat (i32.const 15)))
    (local.set $rowsByLow (v128.const i8x16 52 60 60 60 60 62 60 60 60 60 57 10 24 11 8 26))
    (local.set $rowByHigh (v128.const i8x16 1 0 2 4 8 16 8 32 0 0 0 0 0 0 0 0))
    (local.set $to (local.get $places))
    (local.set $p (local.get $from))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $p) (local.get $end)))
        (local.set $v (v128.load align=1 (local.get $p)))
        ;; A bit for each row of sixteen characters: by the low half of the byte in which rows it is one of them, by the high half its row.
        (local.set $mask (i32.or (i32.shr_u (local.get $mask) (i32.const 16)) (i32.shl
          (i8x16.bitmask (i8x16.ne (local.get $zeros) (v128.and
            (i8x16.swizzle (local.get $rowsByLow)
              (v128.and (local.get $v) (local.get $low)))
            (i8x16.swizzle (local.get $rowByHigh)
              (i8x16.shr_u (local.get $v) (i32.const 4))))))
          (i32.const 16))))
        (i32.store (local.get $to) (i32.add (local.get $first) (i32.sub (local.get $p) (local.get $from))))
        ;; The sixteen bytes here, or eight here and eight before.
        (local.set $to (i32.add (local.get $to) (i32.shl
          (i32.or
            (i32.eq (i32.and (local.get $mask) (i32.const 0xffff0000)) (i32.const 0xffff0000))
            (i32.eq (i32.and (local.get $mask) (i32.const 0x00ffff00)) (i32.const 0x00ffff00)))
          (i32.const 2))))
        (local.set $p (i32.add (local.get $p) (i32.const 16)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $to) (local.get $places)) (i32.const 2)))
)
