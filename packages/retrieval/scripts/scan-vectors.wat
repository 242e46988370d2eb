(module
  (memory (export "memory") 1)
  ;; scores[i] = query · vectors[i]: vectors in bfloat16, query and scores in float32. All are byte offsets but count and
  ;; dims, and dims is a multiple of 8. An upper half of a float32 becomes one by a shift.
  (func (export "scan") (param $vectors i32) (param $count i32) (param $dims i32) (param $query i32) (param $scores i32)
    (local $end i32) (local $q i32) (local $qend i32) (local $a v128) (local $b v128) (local $x v128)
    (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $qend (i32.add (local.get $query) (i32.shl (local.get $dims) (i32.const 2))))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $scores) (local.get $end)))
        (local.set $q (local.get $query))
        (local.set $a (v128.const f32x4 0 0 0 0))
        (local.set $b (v128.const f32x4 0 0 0 0))
        (loop $dot
          (local.set $x (v128.load align=1 (local.get $vectors)))
          (local.set $a (f32x4.add (local.get $a) (f32x4.mul (v128.load (local.get $q))
             (i32x4.shl (i32x4.extend_low_i16x8_u (local.get $x)) (i32.const 16)))))
          (local.set $b (f32x4.add (local.get $b) (f32x4.mul (v128.load offset=16 (local.get $q))
             (i32x4.shl (i32x4.extend_high_i16x8_u (local.get $x)) (i32.const 16)))))
          (local.set $vectors (i32.add (local.get $vectors) (i32.const 16)))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (br_if $dot (i32.lt_u (local.get $q) (local.get $qend))))
        (local.set $a (f32x4.add (local.get $a) (local.get $b)))
        (f32.store (local.get $scores) (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
          (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))
        (local.set $scores (i32.add (local.get $scores) (i32.const 4)))
        (br $each)))))
