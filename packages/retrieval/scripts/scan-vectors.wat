(module
  (memory (export "memory") 1)
  ;; dots[i] = query · vectors[i]: vectors in signed bytes, query in signed 16 bits, dots in signed 32 bits. All are byte
  ;; offsets but count and dims, and dims is a multiple of 16. The caller sees to it that no sum overflows.
  (func (export "scan") (param $vectors i32) (param $count i32) (param $dims i32) (param $query i32) (param $dots i32)
    (local $end i32) (local $q i32) (local $qend i32) (local $sum v128) (local $x v128)
    (local.set $end (i32.add (local.get $dots) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $qend (i32.add (local.get $query) (i32.shl (local.get $dims) (i32.const 1))))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $dots) (local.get $end)))
        (local.set $q (local.get $query))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (loop $dot
          (local.set $x (v128.load align=1 (local.get $vectors)))
          (local.set $sum (i32x4.add (local.get $sum)
            (i32x4.dot_i16x8_s (v128.load (local.get $q)) (i16x8.extend_low_i8x16_s (local.get $x)))))
          (local.set $sum (i32x4.add (local.get $sum)
            (i32x4.dot_i16x8_s (v128.load offset=16 (local.get $q)) (i16x8.extend_high_i8x16_s (local.get $x)))))
          (local.set $vectors (i32.add (local.get $vectors) (i32.const 16)))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (br_if $dot (i32.lt_u (local.get $q) (local.get $qend))))
        (i32.store (local.get $dots) (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $dots (i32.add (local.get $dots) (i32.const 4)))
        (br $each)))))
